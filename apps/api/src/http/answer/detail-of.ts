import { type AppError, defaultDetail, type ProblemItem } from '@watchpost/contract'

/** A name from a request may be long. It only has to be recognisable. */
const NAME_CHARACTERS = 100

/** The error's own message or, if it has none, the first item of `errors` and the number of further ones. */
export function detailOf({ message, code, errors }: AppError): string {
  const [first, ...others] = errors ?? []
  if (!first || message !== defaultDetail(code)) return message
  const more = others.length === 0 ? '' : ` \`errors\` lists ${others.length} more.`
  return `${sentence(first)}${more}`
}

function sentence(item: ProblemItem): string {
  const { detail } = item
  const isPredicate = /^[a-z]/.test(detail)
  return `${placeOf(item)}${isPredicate ? ' ' : ': '}${detail}${/[.!?]$/.test(detail) ? '' : '.'}`
}

/** `#/certificate/server_name` → `certificate.server_name`, in backquotes. */
function placeOf({ parameter, pointer = '#' }: ProblemItem): string {
  const name = parameter ?? pointer.slice(2).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  return name === '' ? 'The body' : `\`${printable(name.slice(0, NAME_CHARACTERS))}\``
}

function printable(name: string): string {
  return name.toWellFormed().replaceAll(/\p{Cc}/gu, '\ufffd')
}
