import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import { callGateway, type Gateway, keptConnection, sendEvent } from '../../probes/gateway-call.ts'
import { createMint } from '../../probes/certificates/mint.ts'
import type { Reader } from './reader.ts'

/** The alert in the examples: probe, stream and sequence determine its UUID. */
const example = { probe: 7, stream: '9f86d081884c7d659a2feaa0c55ad015', sequence: 417 }
const uuid = `${example.probe}-${example.stream}-${String(example.sequence).padStart(12, '0')}`
const WITHIN_MS = 120_000

/** Pairs the probe of the examples, which sends that alert and a line that becomes the first dead letter. */
export async function sendExampleAlert({ stack, send }: Reader): Promise<void> {
  const ca = readFileSync(stack.folder.ca, 'utf8')
  const gateway: Gateway = { port: stack.state.config.gatewayPort, ca }
  const made = await send('POST', '/api/probes', { id: example.probe, fqdn: 'sensor.example.test' })
  if (made.status !== 201) throw new Error(`no probe was made: ${made.status} ${made.text}`)
  const { code } = made.json.enrolment as { code: string }
  const mint = createMint(join(stack.folder.root, 'proof-prefilled'), { certPem: ca, keyPem: '' })
  const wanted = { code: code.split('.')[0], csr: mint.request('sensor', 'sensor.example.test') }
  const enrolled = await callGateway(gateway, { method: 'POST', path: '/v1/enrol', body: JSON.stringify(wanted) })
  if (enrolled.status !== 201) throw new Error(`the probe was not paired: ${enrolled.status} ${enrolled.code}`)

  const agent = keptConnection(gateway, { certPem: String(enrolled.body.certificate), keyPem: mint.keyOf('sensor') })
  for (const [line, sequence] of [
    [alert(), example.sequence],
    ['not JSON', example.sequence + 1],
  ] as const) {
    const sent = await sendEvent(gateway, agent, line, { stream: example.stream, sequence })
    if (sent.status !== 200) throw new Error(`the event was not taken: ${sent.status} ${sent.code}`)
  }
  agent.destroy()
  const isThere = async (path: string) => (await send('GET', path)).status === 200
  const isDone = async () => (await isThere(`/api/alerts/${uuid}`)) && (await isThere('/api/dead-letters/0'))
  if (!(await waitUntil(isDone, { withinMs: WITHIN_MS }))) throw new Error('the alert or the dead letter is not there')
}

function alert(): string {
  return JSON.stringify({
    event_type: 'alert',
    timestamp: new Date().toISOString(),
    src_ip: '10.1.0.5',
    src_port: 40_002,
    dest_ip: '203.0.113.10',
    dest_port: 80,
    proto: 'TCP',
    alert: {
      signature_id: 9_000_004,
      signature: 'SYNTHETIC MALWARE Loader Check-in',
      category: 'A Network Trojan was detected',
      severity: 1,
    },
  })
}
