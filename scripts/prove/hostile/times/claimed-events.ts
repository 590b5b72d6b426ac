/** A test event and what must happen to its time. */
export interface ClaimedEvent {
  name: string
  /** The time as sent. */
  claimed: string
  /** Undefined: the time is accepted. */
  fault: 'ahead' | 'old' | undefined
  line: string
}

/** The source IP address of all alerts in this proof, which identifies their clusters. */
export const SOURCE = '198.51.100.77'

const MINUTE_MS = 60_000

/** Events with impossible times, except for the last one, which is almost too far ahead. */
export function hostileEvents(now: number): ClaimedEvent[] {
  return [
    alert('the year 1', '0001-01-01T00:00:00.000000+0000', 'old'),
    alert('1970', '1970-01-01T00:00:13.371337+0000', 'old'),
    alert('2038', '2038-01-19T03:14:08.000000+0000', 'ahead'),
    alert('9999', '9999-12-31T23:59:59.999999+0000', 'ahead'),
    // In UTC this is the year 10000, which OpenSearch cannot store as a date.
    alert('9999 west of Greenwich', '9999-12-31T23:59:59-1400', 'ahead'),
    alert('61 minutes ahead', eveTime(now + 61 * MINUTE_MS), 'ahead'),
    verdict('a verdict of 9999', '9999-06-01T00:00:00.000Z', 'ahead'),
  ]
}

export function control(now: number): ClaimedEvent {
  return alert('59 minutes ahead', eveTime(now + 59 * MINUTE_MS), undefined)
}

/** An event with the current time. */
export function honest(now: number, name = 'honest'): ClaimedEvent {
  return alert(name, eveTime(now), undefined)
}

function alert(name: string, claimed: string, fault: ClaimedEvent['fault']): ClaimedEvent {
  const event = {
    timestamp: claimed,
    event_type: 'alert',
    src_ip: SOURCE,
    dest_ip: '203.0.113.10',
    proto: 'TCP',
    alert: { severity: 1, signature_id: 1, signature: `SYNTHETIC TIME ${name}`, category: 'Misc activity' },
    // Must be preserved exactly.
    flow_id: 9_007_199_254_740_991,
  }
  return { name, claimed, fault, line: JSON.stringify(event) }
}

/** Its time field has the name of an envelope field, so that its document is built differently. */
function verdict(name: string, claimed: string, fault: ClaimedEvent['fault']): ClaimedEvent {
  const event = {
    timestamp_detected: claimed,
    event_type: 'malware',
    state: 'Infected',
    detail_threat_found: `SYNTHETIC TIME ${name}`,
    src_ip: SOURCE,
    dest_ip: '203.0.113.10',
  }
  return { name, claimed, fault, line: JSON.stringify(event) }
}

/** The time in Suricata's format. */
function eveTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000+0000')
}
