import type { Agent } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { exchange } from '../../harness/http-exchange.ts'

/** Sends one request to an engine and returns the answer, whatever its status. */
export type EngineCaller = (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>

/** Calls an engine as the owner of the agent's certificate, as a user with a password, or as no one. */
export function createEngineCaller(url: string, agent: Agent, auth?: string): EngineCaller {
  return async (method, path, body) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const headers = sent === undefined ? {} : { 'content-type': 'application/json' }
    const target = urlToHttpOptions(new URL(path, url))
    return exchange({ ...target, agent, method, headers, timeout: 30_000, body: sent, ...(auth && { auth }) })
  }
}
