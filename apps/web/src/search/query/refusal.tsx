import type { ProblemError } from '@watchpost/sdk'
import { Notice } from '../../kit/feedback/notice.tsx'
import { blamed } from './search-body.ts'
import styles from '../search.module.css'

/** Why a search was rejected, with each position. */
export function Refusal({ problem }: { problem: ProblemError }) {
  const places = problem.errors.length > 0 ? problem.errors : [{ detail: problem.message }]
  return (
    <Notice kind="failure" title={problem.title}>
      <ul className={styles.reasons}>
        {places.map(({ pointer, detail }) => (
          <li key={`${pointer} ${detail}`}>
            {pointer && <code>{pointerText(pointer)}</code>} {detail}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function pointerText(pointer: string): string {
  const at = blamed(pointer)
  return typeof at === 'object' && 'pointer' in at ? at.pointer : ''
}
