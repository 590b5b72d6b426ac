import { type Network, readNetwork } from './network.ts'

/** Networks that no export may connect to, and their names in messages. */
export interface Forbidden {
  network: Network
  words: string
  /** Cannot be opened, not even by an allowed network. */
  isAlways: boolean
}

function rows(isAlways: boolean, words: string, ...texts: string[]): Forbidden[] {
  return texts.map((text) => {
    const network = readNetwork(text)
    if (!network) throw new Error(`${text} is not a network`)
    return { network, words, isAlways }
  })
}

/**
 * Private networks are not among them, because receivers are there. IPv6 ranges that embed an IPv4 address (6to4,
 * Teredo, NAT64, compatible, translated) are rejected completely: their real destination cannot be checked.
 */
export const forbidden: readonly Forbidden[] = [
  ...rows(false, 'a loopback address', '127.0.0.0/8', '::1/128'),
  ...rows(false, 'a link-local address', '169.254.0.0/16', 'fe80::/10'),
  ...rows(true, 'an address that means "this host"', '0.0.0.0/8', '::/128'),
  ...rows(true, 'a multicast address', '224.0.0.0/4', 'ff00::/8'),
  ...rows(true, 'a broadcast or reserved address', '240.0.0.0/4', '192.0.0.0/24', '192.88.99.0/24'),
  ...rows(
    true,
    'an address that carries another one inside',
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2002::/16',
    '2001::/32',
  ),
  ...rows(true, 'a reserved address', 'fec0::/10', '100::/64', '2001:10::/28', '2001:20::/28'),
]
