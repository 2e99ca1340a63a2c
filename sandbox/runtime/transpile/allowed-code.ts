/** The nodes, names and members that generated code may contain. */

/** Names that code may refer to without declaring them. */
export const GLOBALS = new Set([
  'abap',
  'undefined',
  'NaN',
  'Infinity',
  'Error',
  'Object',
  'Map',
  'Set',
  'Array',
  'Number',
  'String',
  'BigInt',
  'Math',
  'JSON',
  'Promise'
])
export const OBJECT_MEMBERS = new Set([
  'create',
  'entries',
  'keys',
  'values',
  'assign',
  'fromEntries'
])

/** Names of this platform that no generated name may stand for, and that nothing may refer to. */
export const RESERVED_NAMES: readonly string[] = [
  ...Object.getOwnPropertyNames(globalThis),
  'require',
  'module',
  'exports',
  '__filename',
  '__dirname',
  'eval',
  'arguments'
].filter(name => !GLOBALS.has(name))
export const RESERVED = new Set(RESERVED_NAMES)

/** Members that lead from a value to what makes its kind. */
export const MEMBERS = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__'
])

/**
 * What the transpiler writes. Above all not: import(), import.meta, with, tagged templates,
 * getters, sequences, new.target.
 */
export const NODES = new Set([
  'Program',
  'ExpressionStatement',
  'BlockStatement',
  'EmptyStatement',
  'DebuggerStatement',
  'ReturnStatement',
  'LabeledStatement',
  'BreakStatement',
  'ContinueStatement',
  'IfStatement',
  'SwitchStatement',
  'SwitchCase',
  'ThrowStatement',
  'TryStatement',
  'CatchClause',
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ForOfStatement',
  'FunctionDeclaration',
  'VariableDeclaration',
  'VariableDeclarator',
  'ThisExpression',
  'Super',
  'ArrayExpression',
  'ObjectExpression',
  'Property',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'UnaryExpression',
  'UpdateExpression',
  'BinaryExpression',
  'AssignmentExpression',
  'LogicalExpression',
  'MemberExpression',
  'ChainExpression',
  'ConditionalExpression',
  'CallExpression',
  'NewExpression',
  'AwaitExpression',
  'YieldExpression',
  'SpreadElement',
  'TemplateLiteral',
  'TemplateElement',
  'ClassDeclaration',
  'ClassBody',
  'MethodDefinition',
  'PropertyDefinition',
  'StaticBlock',
  'Identifier',
  'PrivateIdentifier',
  'Literal',
  'AssignmentPattern',
  'ObjectPattern',
  'ArrayPattern',
  'RestElement'
])
export const KINDS = new Set(['init', 'method', 'constructor', 'var', 'let', 'const'])
