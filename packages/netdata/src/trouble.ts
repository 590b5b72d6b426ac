/** Reasons why streaming fails, separate so that the operator knows where to look. */
export const troubleReasons = [
  'wrong_key',
  'refused',
  'unreachable',
  'silent',
  'not_netdata',
  'already_streaming',
  'busy',
  'interface',
  'target',
  'cut',
] as const
export type TroubleReason = (typeof troubleReasons)[number]

/** A streaming failure, with a message for the operator of the parent. It never quotes data from the parent. */
export class StreamTrouble extends Error {
  override readonly name = 'StreamTrouble'
  readonly reason: TroubleReason
  constructor(reason: TroubleReason, words: string = reasonWords[reason], options?: ErrorOptions) {
    super(words, options)
    this.reason = reason
  }
}

const reasonWords: Record<TroubleReason, string> = {
  wrong_key:
    'The parent does not take the key, or not from this address: look at the section named by the key in its stream.conf (`enabled = yes`, `allow from`).',
  refused: 'The parent refuses connections: nothing listens on this port, or a firewall rejects it.',
  unreachable:
    'There is no way to the parent: its host does not answer on the network, or a firewall drops the connection.',
  silent: 'Something took the connection and then said nothing: it hangs, or is no Netdata.',
  not_netdata: 'What answers on this port is no Netdata that takes streams.',
  already_streaming:
    'The parent says that this appliance is streaming to it already: an earlier connection has not ended there yet, or a copy of this appliance streams too.',
  busy: 'The parent is starting or too busy to take a stream now.',
  interface: 'The interface cannot be used.',
  target: 'Exports may not lead to this target.',
  cut: 'The parent closed the connection.',
}

const reasonsOfCodes: Record<string, TroubleReason> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'interface',
  EINVAL: 'interface',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
}

/** Converts a socket error to a message for the operator. */
export function troubleOf(error: unknown): StreamTrouble {
  if (error instanceof StreamTrouble) return error
  const { code } = (error ?? {}) as { code?: unknown }
  const reason = reasonsOfCodes[typeof code === 'string' ? code : ''] ?? 'unreachable'
  const words =
    reason === 'interface' ? 'No connection can be made from the address of this interface to the parent.' : undefined
  return new StreamTrouble(reason, words, { cause: error })
}
