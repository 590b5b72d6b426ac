import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../server/query-keys.ts'
import { Answered } from '../kit/feedback/answered.tsx'
import styles from './health.module.css'
import { runbookParts } from './runbook.ts'

/** Built in, each a file of its own that is fetched when it is opened: its reader may have no other way to it. */
const runbooks = import.meta.glob<string>('../../../../docs/runbooks/*.md', { query: '?raw', import: 'default' })

/** A runbook, to be read next to what it is about. */
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
