import type { Envelope } from './normalise.ts'

/**
 * The envelope as JSON, to the byte what `JSON.stringify` makes of it, in a tenth of the time. Its fields are listed
 * here and in `Envelope`, in one order. Times and `type` are texts of ours that need no escaping.
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

/** JSON of a text. Events come in runs that share it: the last one is kept. */
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
