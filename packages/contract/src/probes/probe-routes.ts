import { Type } from 'typebox'
import { bodyFailures, IdParameter } from '../people/access.ts'
import {
  CloneClearance,
  CreatedProbe,
  NewProbe,
  Probe,
  ProbeChange,
  ProbeEnrolment,
  probeExample,
  ProbePairing,
} from './probe.ts'
import { commonFailures, failures } from '../problems/problem.ts'

const tags = ['Probes']
const params = Type.Object({ id: IdParameter('The number of the probe.') })
const answer = { ...Probe, examples: [probeExample] }

export const listProbes = {
  operationId: 'listProbes',
  tags,
  summary: 'Probes',
  description: 'Every probe with its certificate and its health.',
  response: { 200: Type.Array(answer, { description: 'By number.' }), ...failures(...commonFailures) },
}

export const createProbe = {
  operationId: 'createProbe',
  tags,
  summary: 'Add a probe',
  description:
    'The answer holds a pairing code, good once and for 15 minutes, and the command that uses it on the probe. The number of a probe is never given again, since its events carry it.',
  body: NewProbe,
  response: {
    201: { ...CreatedProbe, headers: { Location: Type.String({ examples: ['/api/probes/7'] }) } },
    ...failures(...bodyFailures, 'probe-id-taken', 'probe-fqdn-taken', 'confirmation-needed', ...commonFailures),
  },
}

export const readProbe = {
  operationId: 'readProbe',
  tags,
  summary: 'One probe',
  description: 'The probe with this number.',
  params,
  response: { 200: answer, ...failures('invalid-request', 'not-found', ...commonFailures) },
}

export const changeProbe = {
  operationId: 'changeProbe',
  tags,
  summary: 'Change name, pause or limit',
  description:
    'Gateways follow within 2 seconds. A probe that is paused keeps its events and goes on to report and to renew its certificate. A new name is in its certificate from the next renewal on.',
  params,
  body: ProbeChange,
  response: {
    200: answer,
    ...failures(...bodyFailures, 'not-found', 'probe-fqdn-taken', 'confirmation-needed', ...commonFailures),
  },
}

export const removeProbe = {
  operationId: 'removeProbe',
  tags,
  summary: 'Remove a probe',
  description:
    'Its certificates and codes end, and its connections within 5 seconds. Events that it sent stay, and so does its number.',
  params,
  response: {
    204: { type: 'null', description: 'Removed.' },
    ...failures('invalid-request', 'not-found', 'confirmation-needed', ...commonFailures),
  },
} as const

export const pairProbe = {
  operationId: 'pairProbe',
  tags,
  summary: 'Pair a probe again',
  description:
    'Gives a new pairing code; one that was not used ends. When the code is used, the certificates that the probe had before are revoked.',
  params,
  body: ProbePairing,
  'x-optional-body': true,
  response: {
    201: ProbeEnrolment,
    ...failures(...bodyFailures, 'not-found', 'confirmation-needed', ...commonFailures),
  },
}

export const unpairProbe = {
  operationId: 'unpairProbe',
  tags,
  summary: 'Revoke a probe',
  description:
    'Revokes every certificate of the probe and ends its codes; its connections end within 5 seconds. It stays listed, and can be paired again.',
  params,
  response: {
    204: { type: 'null', description: 'Revoked.' },
    ...failures('invalid-request', 'not-found', ...commonFailures),
  },
} as const

export const clearCloneAlarms = {
  operationId: 'clearCloneAlarms',
  tags,
  summary: 'Clear the clone alarms of a probe',
  description:
    'For a sensor that moved, or whose networks are all its own. What was seen until now raises no alarm again; what is seen later does. It ends no certificate: if the key may be in other hands, revoke the probe and pair it again, which clears the alarms as well.',
  params,
  body: CloneClearance,
  'x-optional-body': true,
  response: {
    204: { type: 'null', description: 'Cleared.' },
    ...failures(...bodyFailures, 'not-found', 'confirmation-needed', ...commonFailures),
  },
} as const
