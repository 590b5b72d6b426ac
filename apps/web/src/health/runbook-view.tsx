import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../server/query-keys.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import styles from './health.module.css'
import { runbookParts } from './runbook.ts'

/** Bundled with the app, because the reader may have no other access. Each is a separate file, loaded when opened. */
const runbooks = import.meta.glob<string>('../../../../docs/runbooks/*.md', { query: '?raw', import: 'default' })

/** Displays a runbook. */
export function RunbookView({ name }: { name: string }) {
  const asked = useQuery({
    queryKey: queryKeys.runbook(name),
    queryFn: async () => runbookParts((await runbooks[`../../../../docs/runbooks/${name}.md`]?.()) ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Answered asked={asked}>
      {(parts) => (
        <div className={styles.runbook}>
          {parts.map(({ kind, text }) => {
            if (kind === 'heading') return <h3 key={text}>{text}</h3>
            return (
              <p key={text} data-step={kind === 'step'}>
                {text}
              </p>
            )
          })}
        </div>
      )}
    </Answered>
  )
}
