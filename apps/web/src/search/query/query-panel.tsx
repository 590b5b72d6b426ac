import type { ProblemError } from '@watchpost/sdk'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Waiting } from '../../kit/feedback/answered.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { refine } from '../../kit/navigation/location.ts'
import { text } from '../../texts/text.ts'
import { useTime } from '../../range/time-context.tsx'
import { placeOfPointer } from './pointer-place.ts'
import { Refusal } from './refusal.tsx'
import { blamed, parseBody } from './search-body.ts'
import type { SearchState } from '../../kit/navigation/search-state.ts'
import styles from '../search.module.css'
import { useFields } from '../use-search.ts'

const QueryEditor = lazy(async () => ({ default: (await import('./query-editor.tsx')).QueryEditor }))

interface QueryPanelProps {
  state: SearchState
  refusal: ProblemError | undefined
}

/** The editor for the full query language. Errors are marked in the text and listed below. */
export function QueryPanel({ state, refusal }: QueryPanelProps) {
  const fields = useFields(state.indexes.join(',')).data ?? []
  const { refresh } = useTime()
  const [typed, setTyped] = useState(state.body ?? '')
  useEffect(() => setTyped(state.body ?? ''), [state.body])
  const marks = useMemo(
    () => (refusal && typed === state.body ? marksOf(refusal, typed) : []),
    [refusal, typed, state.body],
  )
  const isValid = parseBody(typed) !== 'invalid'
  function run(body: string) {
    if (parseBody(body) === 'invalid') return
    if (body === state.body) refresh()
    else refine({ body })
  }
  return (
    <section className={styles.editor} aria-label={text('search.editor')}>
      <Suspense fallback={<Waiting />}>
        <QueryEditor value={typed} onChange={setTyped} onRun={run} fields={fields} marks={marks} />
      </Suspense>
      <div className={styles.editorFoot}>
        <Button look="main" icon="play" onPress={() => run(typed)} isDisabled={!isValid}>
          {text('search.run')}
        </Button>
        {isValid ? text('search.rangeAdded') : text('search.notJson')}
      </div>
      {refusal && <Refusal problem={refusal} />}
    </section>
  )
}

function marksOf({ errors }: ProblemError, typed: string) {
  return errors.flatMap(({ pointer, detail }) => {
    const at = blamed(pointer)
    const place = typeof at === 'object' && 'pointer' in at ? placeOfPointer(typed, at.pointer) : undefined
    return place ? [{ ...place, message: detail }] : []
  })
}
