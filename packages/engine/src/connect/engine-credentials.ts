import type { EngineConfig } from './engine-config.ts'
import { isSentInClear } from './node-address.ts'

/** Name and password for the nodes; undefined if they require none. Never sends a password over a network in clear. */
export function engineCredentials({ nodes, username, password }: EngineConfig) {
  if (!username) return undefined
  if (!password) throw new Error('the engine user has no password: set WATCHPOST_ENGINE_PASSWORD_FILE')
  const plain = nodes.find(isSentInClear)
  if (plain) throw new Error(`the password of the engine user would go to ${plain} in clear: use https`)
  return { username, password: password.reveal() }
}
