/** All events of a probe go to one partition. Whoever writes an event, first or again, finds it by this. */
export function partitionOf(probeId: number, partitions: number): number {
  return probeId % partitions
}

/** Keys and headers are text of ours; the payload stays bytes, since it is the probe's. */
export const recordDeserializers = {
  key: text,
  value: (data?: Buffer): Buffer => data ?? Buffer.alloc(0),
  headerKey: text,
  headerValue: text,
}

function text(data?: Buffer): string {
  return data?.toString('utf8') ?? ''
}
