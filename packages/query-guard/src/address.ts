const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const FOUR_BYTES = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`)
const SIXTEEN_BYTES = /^[0-9A-Fa-f:.]{2,45}$/
const GROUP = /^[0-9A-Fa-f]{1,4}$/

/** Whether a text is an IP address as the engine reads it: no leading zeros, no zone. */
export function isAddress(text: string): boolean {
  return FOUR_BYTES.test(text) || isSixteenBytes(text)
}

/** Whether a text is a CIDR network, for example `192.0.2.0/24`. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/]{2,45})\/(\d{1,3})$/.exec(text) ?? []
  return isAddress(address) && Number(bits) <= (address.includes(':') ? 128 : 32)
}

function isSixteenBytes(text: string): boolean {
  if (!SIXTEEN_BYTES.test(text)) return false
  // The last two groups may be written as an IPv4 address.
  const last = text.slice(text.lastIndexOf(':') + 1)
  if (last.includes('.') && !FOUR_BYTES.test(last)) return false
  const halves = (last.includes('.') ? `${text.slice(0, -last.length)}0:0` : text).split('::')
  const groups = halves.flatMap((each) => (each === '' ? [] : each.split(':')))
  if (!groups.every((each) => GROUP.test(each))) return false
  return halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8
}
