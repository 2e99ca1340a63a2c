/**
 * Types of the dictionary for test doubles of business objects that a test writes itself, as
 * abapedia/steampunk-2305-api shows them.
 */
import { readElements, readTables } from './dictionary-text.ts'

export const behaviorElements = readElements(`
ABP_ACTION_NAME CHAR 30 'Action'
ABP_BEHV_DRAFT CHAR 1 'Draft handling'
ABP_BEHV_FEATURE RAW 1 'Feature of a behavior'
ABP_BEHV_KIND CHAR 1 'Kind of a behavior'
ABP_BEHV_OP_MODIFY CHAR 1 'Changing operation'
ABP_BEHV_OP_READ CHAR 1 'Reading operation'
ABP_BEHV_PID RAW 16 'Preliminary ID of an instance'
ABP_BEHV_TYPEKIND CHAR 1 'Kind of a derived type'
ABP_ELEMENT_NAME CHAR 30 'Element'
ABP_FIELD_NAME CHAR 30 'Field'
`)

/** `@DATA` is a reference to data of any type. */
export const behaviorTables = readTables(`
ABP_BEHV_AUTHORIZATION structure 'Authorizations' ENTITY_NAME:ABP_ENTITY_NAME AUTHORIZATION:@DATA INSTANCES:@DATA RESULTS:@DATA
ABP_BEHV_CHANGES structure 'Changing operations' OP:ABP_BEHV_OP_MODIFY ENTITY_NAME:ABP_ENTITY_NAME SUB_NAME:CHAR30 INSTANCES:@DATA RESULTS:@DATA REQUEST:@DATA
ABP_BEHV_FEATURES structure 'Features' ENTITY_NAME:ABP_ENTITY_NAME FEATURES:@DATA INSTANCES:@DATA RESULTS:@DATA
ABP_BEHV_GLOBAL_PERMISSIONS structure 'Global permissions' ENTITY_NAME:ABP_ENTITY_NAME REQUEST:@DATA RESULT:@DATA
ABP_BEHV_LOCKS structure 'Locks' ENTITY_NAME:ABP_ENTITY_NAME INSTANCES:@DATA
ABP_BEHV_PERMISSIONS structure 'Permissions' ENTITY_NAME:ABP_ENTITY_NAME REQUEST:@DATA INSTANCES:@DATA RESULTS:@DATA
ABP_BEHV_RESPONSE structure 'Responses' ROOT_NAME:ABP_ROOT_ENTITY_NAME ENTITY_NAME:ABP_ENTITY_NAME ENTRIES:@DATA
ABP_BEHV_RETRIEVALS structure 'Reading operations' OP:ABP_BEHV_OP_READ ENTITY_NAME:ABP_ENTITY_NAME SUB_NAME:CHAR30 INSTANCES:@DATA FULL:CHAR1 RESULTS:@DATA LINKS:@DATA
`)

export const behaviorTableTypes: readonly (readonly [string, string, string])[] = [
  ['ABP_BEHV_AUTHORIZATION_TAB', 'ABP_BEHV_AUTHORIZATION', 'Authorizations'],
  ['ABP_BEHV_CHANGES_TAB', 'ABP_BEHV_CHANGES', 'Changing operations'],
  ['ABP_BEHV_FEATURES_TAB', 'ABP_BEHV_FEATURES', 'Features'],
  ['ABP_BEHV_GLOBAL_PERMISSION_TAB', 'ABP_BEHV_GLOBAL_PERMISSIONS', 'Global permissions'],
  ['ABP_BEHV_LOCKS_TAB', 'ABP_BEHV_LOCKS', 'Locks'],
  ['ABP_BEHV_PERMISSIONS_TAB', 'ABP_BEHV_PERMISSIONS', 'Permissions'],
  ['ABP_BEHV_RELATING_TAB', 'INT4', 'Rows that augmented rows belong to'],
  ['ABP_BEHV_RESPONSE_TAB', 'ABP_BEHV_RESPONSE', 'Responses'],
  ['ABP_BEHV_RETRIEVALS_TAB', 'ABP_BEHV_RETRIEVALS', 'Reading operations'],
  ['ABP_ENTITY_NAME_TAB', 'ABP_ENTITY_NAME', 'Entities'],
  ['ABP_FIELD_NAME_TAB', 'ABP_FIELD_NAME', 'Fields']
]
