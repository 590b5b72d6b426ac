import { useMemo, useState } from 'react'
import { Panel } from '../kit/layout/panel.tsx'
import { Segmented } from '../kit/controls/segmented.tsx'
import { text } from '../texts/text.ts'
import styles from './detail.module.css'
import type { StoredDocument } from './document.ts'
import { hexDump, mostDumped, type Payload, payloadsOf, printable } from './payload.ts'

/** The captured payload as text and bytes: displayed, never interpreted. */
export function PayloadView({ document }: { document: StoredDocument }) {
  const payloads = useMemo(() => payloadsOf(document), [document])
  if (payloads.length === 0) {
    return <Panel title={text('alert.payload')}>{text('alert.payloadNone')}</Panel>
  }
  return payloads.map((payload) => <OnePayload key={payload.name} payload={payload} />)
}

function OnePayload({ payload: { name, bytes } }: { payload: Payload }) {
  const [form, setForm] = useState<'text' | 'hex'>('text')
  const isCut = bytes.length > mostDumped
  const aside = (
    <Segmented
      label={text('alert.payload')}
      choices={[
        { id: 'text', name: text('alert.payloadText') },
        { id: 'hex', name: text('alert.payloadHex') },
      ]}
      chosen={form}
      onChoose={setForm}
    />
  )
  return (
    <Panel
      title={name === 'payload' ? text('alert.payload') : `${text('alert.payload')} · ${name}`}
      isFlush
      aside={aside}
    >
      <pre className={form === 'text' ? `${styles.code} ${styles.wrapped}` : styles.code} tabIndex={0}>
        {form === 'text' ? printable(bytes.subarray(0, mostDumped)) : hexDump(bytes)}
      </pre>
      {isCut && <p className={styles.pad}>{text('alert.payloadCut', { shown: mostDumped, bytes: bytes.length })}</p>}
    </Panel>
  )
}
