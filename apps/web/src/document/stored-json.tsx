import { useMemo } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { copy } from '../kit/controls/copy.ts'
import { Panel } from '../kit/layout/panel.tsx'
import { text } from '../texts/text.ts'
import styles from './detail.module.css'

/** The document as it is stored. */
export function StoredJson({ value }: { value: unknown }) {
  const json = useMemo(() => JSON.stringify(value, null, 2), [value])
  return (
    <Panel
      title={text('alert.json')}
      isFlush
      aside={
        <Button icon="copy" look="quiet" onPress={() => copy(json)}>
          {text('alert.copyJson')}
        </Button>
      }
    >
      <pre className={styles.code} tabIndex={0} aria-label={text('alert.json')}>
        {json}
      </pre>
    </Panel>
  )
}
