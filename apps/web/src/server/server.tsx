import { type Client, createClient } from '@watchpost/sdk'
import { createContext, type ReactNode, useContext } from 'react'
import { type Confirmation, createConfirmation, withConfirmation } from './confirmation.ts'

interface Server {
  client: Client
  confirmation: Confirmation
}

/** A client of the public API: the web app uses no private endpoints. */
export function createServer(): Server {
  const confirmation = createConfirmation()
  const send = withConfirmation((url, init) => globalThis.fetch(url, init), confirmation)
  return { client: createClient({ fetch: send }), confirmation }
}

const ServerContext = createContext<Server | undefined>(undefined)

export function ServerProvider({ server, children }: { server: Server; children: ReactNode }) {
  return <ServerContext value={server}>{children}</ServerContext>
}

function useServer(): Server {
  const server = useContext(ServerContext)
  if (!server) throw new Error('no ServerProvider around this part')
  return server
}

export function useClient(): Client {
  return useServer().client
}

export function useConfirmation(): Confirmation {
  return useServer().confirmation
}
