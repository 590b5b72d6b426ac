import { type Static, Type } from 'typebox'
import { bodyFailures, IdParameter, Instant } from '../people/access.ts'
import { certificateFailures } from '../system/certificate.ts'
import { exportTest } from './export-test.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { syslogExample } from './syslog-examples.ts'
import {
  SyslogCertificate,
  SyslogCertificateChange,
  SyslogExportChange,
  SyslogFilters,
  SyslogFiltersChange,
  SyslogGeneral,
  SyslogGeneralChange,
} from './syslog-export.ts'
import { SyslogState } from './syslog-state.ts'

export const SyslogExport = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    general: SyslogGeneral,
    filters: SyslogFilters,
    certificate: Type.Union([SyslogCertificate, Type.Null()], { description: 'Null when none was set.' }),
    state: SyslogState,
  },
  { examples: [syslogExample] },
)
export type SyslogExport = Static<typeof SyslogExport>

export const SyslogReplay = Type.Object(
  { from: Instant('From which time of arrival on everything is sent again: ISO 8601 in UTC.') },
  { additionalProperties: false, examples: [{ from: '2026-01-02T08:00:00Z' }] },
)
export type SyslogReplay = Static<typeof SyslogReplay>

const SyslogTest = exportTest(
  'Every step went well. Syslog has no acknowledgement: look at the receiver too.',
  ['resolve', 'connect', 'tls', 'written', 'still_open'],
  {
    ok: false,
    steps: [
      { step: 'resolve', ok: true, milliseconds: 2, detail: '192.0.2.7' },
      { step: 'connect', ok: false, milliseconds: 1, detail: 'The receiver refuses connections.' },
    ],
  },
)
export type SyslogTest = Static<typeof SyslogTest>

const tags = ['Exports']
const params = Type.Object({ id: IdParameter('The number of the export.') })
const changeFailures = [...bodyFailures, 'confirmation-needed', ...commonFailures] as const
const removed = { type: 'null', description: 'Done.' } as const

export const listSyslogExports = {
  operationId: 'listSyslogExports',
  tags,
  summary: 'Syslog exports',
  description: 'Every export with its live state. Private keys are never given back.',
  response: {
    200: Type.Array(SyslogExport, { description: 'By number.', examples: [[syslogExample]] }),
    ...failures(...commonFailures),
  },
}

export const readSyslogExport = {
  operationId: 'readSyslogExport',
  tags,
  summary: 'One syslog export',
  description: 'Its parts and its live state, whichever copy of the exporter serves it.',
  params,
  response: { 200: SyslogExport, ...failures('invalid-request', 'export-not-found', ...commonFailures) },
}

export const putSyslogExport = {
  operationId: 'putSyslogExport',
  tags,
  summary: 'Set a whole syslog export',
  description:
    'Makes the export, or replaces all of its parts: one that is left out is cleared. It goes on where it was in the log; a new one begins with what arrives from then on. Effective within 2 seconds.',
  params,
  body: SyslogExportChange,
  response: {
    200: { ...SyslogExport, description: 'Replaced.' },
    201: { ...SyslogExport, description: 'Made.' },
    ...failures('export-target-refused', ...certificateFailures, ...changeFailures),
  },
}

export const removeSyslogExport = {
  operationId: 'removeSyslogExport',
  tags,
  summary: 'Remove a syslog export',
  description: 'With its filters, its certificate and key, and its cursor in the log.',
  params,
  response: {
    204: removed,
    ...failures('invalid-request', 'export-not-found', 'confirmation-needed', ...commonFailures),
  },
} as const

const general = {
  tags,
  summary: 'Set where a syslog export leads',
  description:
    'Receiver and form of the messages. A number that is new makes an export of it. RFC 5424 in octet-counted frames, over TCP or TLS 1.2 and 1.3; the body is the stored document as JSON. Effective within 2 seconds.',
  params,
  body: SyslogGeneralChange,
  response: {
    200: { ...SyslogGeneral, description: 'Replaced.', examples: [syslogExample.general] },
    201: { ...SyslogGeneral, description: 'The export was made.', examples: [syslogExample.general] },
    ...failures('export-target-refused', ...changeFailures),
  },
}
export const putSyslogGeneral = { operationId: 'putSyslogGeneral', ...general }
export const postSyslogGeneral = { operationId: 'postSyslogGeneral', ...general }

const filters = {
  tags,
  summary: 'Set the filters of a syslog export',
  description:
    'Which events are sent: those that pass every filter that is set. An empty filter lets everything through but the audit and statements of coverage, which have to be named; `protocols` and `event_types` are one filter, on the kind of event. Effective within 2 seconds, for events that were not sent yet.',
  params,
  body: SyslogFiltersChange,
  response: {
    200: { ...SyslogFilters, description: 'The filters from now on.', examples: [syslogExample.filters] },
    ...failures('export-not-found', ...changeFailures),
  },
}
export const putSyslogFilters = { operationId: 'putSyslogFilters', ...filters }
export const postSyslogFilters = { operationId: 'postSyslogFilters', ...filters }

export const clearSyslogFilters = {
  operationId: 'clearSyslogFilters',
  tags,
  summary: 'Clear the filters of a syslog export',
  description: 'From then on every event is sent, and nothing of the audit or of coverage.',
  params,
  response: {
    204: removed,
    ...failures('invalid-request', 'export-not-found', 'confirmation-needed', ...commonFailures),
  },
} as const

const certificate = {
  tags,
  summary: 'Set the certificate of a syslog export',
  description:
    'What the appliance shows to the receiver, and what the receiver is checked against. Pair, dates and strength are checked; the private key is stored sealed and never given back. With this part set the export speaks TLS unless its general part says otherwise. Effective within 2 seconds.',
  params,
  body: SyslogCertificateChange,
  response: {
    200: { ...SyslogCertificate, description: 'What may be told of it.', examples: [syslogExample.certificate] },
    ...failures('export-not-found', ...certificateFailures, ...changeFailures),
  },
}
export const putSyslogCertificate = { operationId: 'putSyslogCertificate', ...certificate }
export const postSyslogCertificate = { operationId: 'postSyslogCertificate', ...certificate }

export const clearSyslogCertificate = {
  operationId: 'clearSyslogCertificate',
  tags,
  summary: 'Clear the certificate of a syslog export',
  description:
    'Removes certificate, key, authorities and server name. The export then speaks TCP unless it says `tls`.',
  params,
  response: {
    204: removed,
    ...failures('invalid-request', 'export-not-found', 'confirmation-needed', ...commonFailures),
  },
} as const

export const testSyslogExport = {
  operationId: 'testSyslogExport',
  tags,
  summary: 'Try a syslog export',
  description:
    'Sends one message to the receiver from this copy of the API and tells each step: resolve, connect, TLS, written, still open a second later. 5 times a minute.',
  params,
  response: {
    200: { ...SyslogTest, description: 'How far it came.' },
    ...failures('invalid-request', 'export-not-found', 'confirmation-needed', ...commonFailures),
  },
}

export const replaySyslogExport = {
  operationId: 'replaySyslogExport',
  tags,
  summary: 'Send events again',
  description:
    'Puts the export back to a time of arrival and goes on from there: everything that passes its filters is sent again, with the same ids. As far back as the log reaches, also for rows of the audit.',
  params,
  body: SyslogReplay,
  response: {
    202: { ...SyslogReplay, description: 'The export goes back within 2 seconds; its lag tells how far it is.' },
    ...failures('export-not-found', 'export-replay-too-old', ...changeFailures),
  },
}
