import { useId } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../controls/button.tsx'
import { copy } from '../controls/copy.ts'
import styles from './shown-once.module.css'

/** A secret or a command shown in full, with a copy button. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div className={styles.shown}>
      <span className={styles.label} id={id}>
        {label}
      </span>
      <output className={styles.value} aria-labelledby={id}>
        {value}
      </output>
      <Button icon="copy" onPress={() => copy(value)} aria-label={text('part.copyWhat', { what: label })}>
        {text('part.copy')}
      </Button>
    </div>
  )
}
