/** An alert like the others but for its time and source port. */
export function identicalAlert(source: string, at: Date, number: number): object {
  return {
    timestamp: at.toISOString().replace('Z', '000+0000'),
    event_type: 'alert',
    flow_id: 2_000_000 + number,
    src_ip: source,
    src_port: 40_000 + number,
    dest_ip: '203.0.113.77',
    dest_port: 443,
    proto: 'TCP',
    alert: {
      action: 'allowed',
      gid: 1,
      signature_id: 7_000_001,
      rev: 1,
      signature: 'SYNTHETIC POLICY Identical Alert',
      category: 'Misc activity',
      severity: 2,
    },
  }
}
