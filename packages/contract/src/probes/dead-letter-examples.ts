/** A truncated line. */
export const deadLetterExample = {
  number: 41,
  parked_at: '2026-11-14T09:12:33.650Z',
  received_at: '2026-11-14T09:12:33.412Z',
  reason: 'not-json' as const,
  detail: 'Unterminated string in JSON at position 87',
  probe_id: 7,
  probe_fqdn: 'probe-07.example.test',
  stream: '0f3d2c1b4a5968778695a4b3c2d1e0f9',
  sequence: 1_204,
  size_bytes: 87,
  is_retried: false,
  retries: 0,
  event: '{"timestamp":"2026-11-14T09:12:33.101+0000","event_type":"dns","src_ip":"192.0.2.7","qu',
  is_text: true,
  is_truncated: false,
}
