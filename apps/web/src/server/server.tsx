import { type Client, createClient } from '@watchpost/sdk'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { createIngestWatch, type IngestState, type IngestWatch } from './ingest-watch.ts'
import { type Confirmation, createConfirmation, withConfirmation } from './confirmation.ts'

interface Server {
  client: Client
  ingest: IngestWatch
  confirmation: Confirmation
}

/** The public API, as any client sees it: the pages have no other way in. */
export function createServer(): Server {
  const ingest = createIngestWatch()
  const confirmation = createConfirmation()
  const send = withConfirmation((url, init) => globalThis.fetch(url, init), confirmation)
  const client = createClient({
    async fetch(url, init) {
      const response = await send(url, init)
      ingest.note(response.headers)
      return response
    },
  })
  return { client, ingest, confirmation }
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

export function useIngestState(): IngestState {
  const { ingest } = useServer()
  return useSyncExternalStore(ingest.subscribe, ingest.current)
}
