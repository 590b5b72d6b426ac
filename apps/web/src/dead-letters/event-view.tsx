import type { WholeDeadLetter } from '@watchpost/contract'
import { useMemo, useState } from 'react'
import detail from '../document/detail.module.css'
import { hexDump, mostDumped } from '../document/payload.ts'
import { IconButton } from '../kit/controls/button.tsx'
import { saveFile } from '../kit/table/csv.ts'
import { Panel } from '../kit/layout/panel.tsx'
import { Segmented } from '../kit/controls/segmented.tsx'
import { text } from '../texts/text.ts'
import { eventOf, mostShown, shownOf } from './letter-event.ts'

/** The event as the probe sent it: displayed, never interpreted. */
export function EventView({ letter }: { letter: WholeDeadLetter }) {
  const event = useMemo(() => eventOf(letter), [letter])
  const [form, setForm] = useState<'text' | 'hex'>(event.text === undefined ? 'hex' : 'text')
  const isText = form === 'text' && event.text !== undefined
  const shownBytes = isText ? mostShown : mostDumped
  return (
    <Panel
      title={text('letters.event')}
      isFlush
      aside={
        <>
          {event.text !== undefined && (
            <Segmented
              label={text('letters.form')}
              choices={[
                { id: 'text', name: text('alert.payloadText') },
                { id: 'hex', name: text('alert.payloadHex') },
              ]}
              chosen={form}
              onChoose={setForm}
            />
          )}
          <IconButton
            icon="download"
            label={text('letters.save')}
            onPress={() => saveFile(`dead-letter-${letter.number}`, 'application/octet-stream', event.bytes)}
          />
        </>
      }
    >
      {letter.size_bytes === 0 ? (
        <p className={detail.pad}>{text('letters.nothing')}</p>
      ) : (
        <pre
          className={isText ? `${detail.code} ${detail.wrapped}` : detail.code}
          role="region"
          tabIndex={0}
          aria-label={text('letters.content')}
        >
          {isText ? shownOf(event.text ?? '') : hexDump(event.bytes)}
        </pre>
      )}
      {event.text === undefined && <p className={detail.pad}>{text('letters.noText')}</p>}
      {event.bytes.length > shownBytes && (
        <p className={detail.pad}>{text('letters.cut', { shown: shownBytes, bytes: letter.size_bytes })}</p>
      )}
      {letter.is_truncated && <p className={detail.pad}>{text('letters.truncated', { bytes: event.bytes.length })}</p>}
    </Panel>
  )
}
