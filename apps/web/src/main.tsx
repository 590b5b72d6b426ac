import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryKeys } from './server/query-keys.ts'
import { createServer, ServerProvider } from './server/server.tsx'
import { isWorthAnotherTry } from './server/retry.ts'
import { App } from './app/app.tsx'
import { applyTheme } from './kit/state/preferences.ts'
import { refuseMarkup } from './app/refuse-markup.ts'
import { concernsSession } from './session/session.ts'
import { listenForHistory } from './kit/navigation/location.ts'
import { listenForShortcuts } from './kit/navigation/shortcuts.ts'
import './tokens.css'

refuseMarkup()
applyTheme()
listenForShortcuts()
listenForHistory()

const onError = (error: unknown) => {
  if (concernsSession(error)) void queries.invalidateQueries({ queryKey: queryKeys.me })
}
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { staleTime: 15_000, retry: isWorthAnotherTry, refetchOnWindowFocus: false } },
})

const root = document.getElementById('app')
if (!root) throw new Error('the page has no place for the application')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ServerProvider server={createServer()}>
        <App />
      </ServerProvider>
    </QueryClientProvider>
  </StrictMode>,
)
