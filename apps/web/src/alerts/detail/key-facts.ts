import { isRecord, type StoredDocument, valueAt, wordAt } from '../../document/document.ts'
import type { Sentence } from './story.ts'

/** Arguments of emulated calls are text: `{'sockfd': 4, 'addr': '203.0.113.9:4444'}`. */
const ARGUMENT = /'(\w{1,64})': '([^']{1,500})'/g
const CONTACT = /^(?:https?:\/\/|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$|\[[0-9a-f:]{2,45}\](?::\d{1,5})?$)/i
const SERVER_NAMES = ['lpszServerName', 'pswzServerName', 'pszName', 'nodename']
const COMMAND_NAMES = ['lpCmdLine', 'lpCommandLine', 'cmd', 'path', 'filename']
const COMMAND_CALLS = /winexec|createprocess|shellexecute|execve|system$/i
const MOST_SHOWN = 5

/** What emulated code does to others, which decides what to do about the alert: whom it contacts, what it starts. */
export function keyFacts(document: StoredDocument): Sentence[] {
  const calls = argumentsOf(document)
  const contacts = distinct(
    calls.filter(({ name, value }) => CONTACT.test(value) || SERVER_NAMES.includes(name)).map(({ value }) => value),
  )
  const commands = distinct(
    calls
      .filter(({ call, name }) => COMMAND_CALLS.test(call) && COMMAND_NAMES.includes(name))
      .map(({ value }) => value),
  )
  return [
    ...(contacts.length > 0
      ? [{ key: 'story.contacts' as const, values: { contacts: contacts.join(', ') }, ...menuOf(contacts) }]
      : []),
    ...(commands.length > 0 ? [{ key: 'story.starts' as const, values: { commands: commands.join('; ') } }] : []),
  ]
}

/** A single address leads to the events with it. */
function menuOf([contact = '', ...others]: readonly string[]): Pick<Sentence, 'sources'> {
  const [, ip] = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(contact) ?? []
  return ip && others.length === 0 ? { sources: { contacts: { field: 'dest_ip', value: ip } } } : {}
}

interface Argument {
  call: string
  name: string
  value: string
}

function argumentsOf(document: StoredDocument): Argument[] {
  const calls = valueAt(document, 'calls')
  if (!Array.isArray(calls)) return []
  return calls.filter(isRecord).flatMap((each) => {
    const call = wordAt(each, 'call') ?? ''
    return [...(wordAt(each, 'args') ?? '').matchAll(ARGUMENT)].map(([, name = '', value = '']) => ({
      call,
      name,
      value,
    }))
  })
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MOST_SHOWN)
}
