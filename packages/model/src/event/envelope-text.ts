import type { Envelope } from './normalise.ts'

/**
 * The envelope as JSON, byte for byte like `JSON.stringify`, in a tenth of the time. Its fields are listed here and in
 * `Envelope`, in the same order. Times and `type` are our own texts and need no escaping.
 */
export function envelopeText(envelope: Envelope): string {
  const { timestamp_claimed: claimed, ingest, severity, probe, alert_view: view } = envelope
  return (
    `{"@timestamp":"${envelope['@timestamp']}"` +
    `,"timestamp_detected":"${envelope.timestamp_detected}"` +
    `,"timestamp_analyzed":"${envelope.timestamp_analyzed}"` +
    `,"timestamp_received":"${envelope.timestamp_received}"` +
    (claimed === undefined ? '' : `,"timestamp_claimed":${JSON.stringify(claimed)}`) +
    (envelope.clock_fault === undefined ? '' : `,"clock_fault":"${envelope.clock_fault}"`) +
    `,"ingest":{"stream":${streamText(ingest.stream)},"sequence":${ingest.sequence}` +
    `,"partition":${ingest.partition},"offset":${ingest.offset}}` +
    `,"uuid":${JSON.stringify(envelope.uuid)}` +
    `,"type":"${envelope.type}"` +
    (severity === undefined ? '' : `,"severity":${severity}`) +
    `,"probe":{"id":${probe.id},"fqdn":${fqdnText(probe.fqdn)}}` +
    (view === undefined ? '}' : `,"alert_view":${JSON.stringify(view)}}`)
  )
}

const streamText = rememberLast()
const fqdnText = rememberLast()

/** Serialises a text and caches the last one, because runs of events share it. */
function rememberLast(): (text: string) => string {
  let last = ''
  let json = '""'
  return (text) => {
    if (text !== last) {
      json = JSON.stringify(text)
      last = text
    }
    return json
  }
}
