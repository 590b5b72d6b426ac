import { isProblem, type ProblemError } from '@watchpost/sdk'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Waiting } from '../parts/answered.tsx'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { refine } from '../shell/location.ts'
import { text } from '../texts/text.ts'
import { useTime } from '../time/time-context.tsx'
import { placeOfPointer } from './pointer-place.ts'
import { blamed, parseBody } from './search-body.ts'
import type { SearchState } from './search-state.ts'
import styles from './search.module.css'
import { useFields } from './use-search.ts'

const QueryEditor = lazy(async () => ({ default: (await import('./query-editor.tsx')).QueryEditor }))

interface QueryPanelProps {
  state: SearchState
  error: unknown
}

/** The editor for the whole language, with refusals marked at their place. */
export function QueryPanel({ state, error }: QueryPanelProps) {
  const fields = useFields(state.indexes.join(',')).data ?? []
  const { refresh } = useTime()
  const [typed, setTyped] = useState(state.body ?? '')
  useEffect(() => setTyped(state.body ?? ''), [state.body])
  const isValid = parseBody(typed) !== 'invalid'
  const problem = isProblem(error) && error.status < 500 ? error : undefined
  function run() {
    if (!isValid) return
    if (typed === state.body) refresh()
    else refine({ body: typed })
  }
  return (
    <section className={styles.editor} aria-label={text('search.editor')}>
      <Suspense fallback={<Waiting />}>
        <QueryEditor
          value={typed}
          onChange={setTyped}
          onRun={run}
          fields={fields}
          marks={problem && typed === state.body ? marksOf(problem, typed) : []}
        />
      </Suspense>
      <div className={styles.editorFoot}>
        <Button look="main" icon="play" onPress={run} isDisabled={!isValid}>
          {text('search.run')}
        </Button>
        {isValid ? text('search.rangeAdded') : text('search.notJson')}
      </div>
      {problem && (
        <div className={styles.note}>
          <Notice kind="failure" title={problem.title}>
            <ul className={styles.reasons}>
              {(problem.errors.length > 0 ? problem.errors : [{ detail: problem.message, pointer: undefined }]).map(
                ({ pointer, detail }) => (
                  <li key={`${pointer} ${detail}`}>
                    {pointer && <code>{pointerText(pointer)}</code>} {detail}
                  </li>
                ),
              )}
            </ul>
          </Notice>
        </div>
      )}
    </section>
  )
}

function pointerText(pointer: string): string {
  const at = blamed(pointer)
  return typeof at === 'object' && 'pointer' in at ? at.pointer : pointer
}

function marksOf({ errors }: ProblemError, typed: string) {
  return errors.flatMap(({ pointer, detail }) => {
    const at = blamed(pointer)
    const place = typeof at === 'object' && 'pointer' in at ? placeOfPointer(typed, at.pointer) : undefined
    return place ? [{ ...place, message: detail }] : []
  })
}
