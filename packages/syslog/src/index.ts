export {
  createMessageFormat,
  type FramedMessage,
  LEAST_MESSAGE_BYTES,
  type MessageFormat,
  type MessageOptions,
  type SyslogEvent,
} from './message.ts'
export { facilities, type Facility, firstSeverityMap, type Severity, severities, type SeverityMap } from './priority.ts'
export type { Resolve, SyslogTarget, TlsOptions } from './open-socket.ts'
export { connectSyslog, type ConnectionOptions, type SyslogConnection } from './syslog-connection.ts'
export { SyslogTrouble, type TroublePlace } from './trouble.ts'
export { trySteps, type TryStep, type TryStepName, tryTarget } from './try-target.ts'
