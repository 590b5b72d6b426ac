/**
 * The names that the API and the console share. Plain lists without a schema library, so that the console can import
 * them.
 */
export { type Permission, permissions, type Scope, scopes } from './access-names.ts'
export {
  type AlertFilterName,
  type AlertFilterRow,
  alertFilters,
  isList,
  isNegatable,
  type NegatableRow,
  negationOf,
} from './alert-filters.ts'
export {
  type AlertStatus,
  alertStatuses,
  type AlertVerdict,
  alertVerdicts,
  noAssignee,
  noVerdict,
} from './alert-names.ts'
export { programRoles, type Role, roleIncludes, roles } from './roles.ts'
export { syslogEventTypes, syslogProtocols } from './syslog-names.ts'
