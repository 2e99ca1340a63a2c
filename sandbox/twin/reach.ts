/**
 * How often the engine agrees with a real system, for the answer: the figures of docs/sandbox.md,
 * which a test compares.
 */
export const agreement = { syntax: '99.9 %', wrongRefusals: '0.0 %', wrongAcceptances: '0.3 %' }

/** How far a verdict reaches, in one sentence. */
export const reach =
  'This is the verdict of the embedded engine (rules of 7.58), not that of ' +
  `the ERP: on answers with verdicts of a real system it agreed on syntax in ${agreement.syntax}, refused ` +
  `${agreement.wrongRefusals} of what is valid and accepted ${agreement.wrongAcceptances} of what is not.`
