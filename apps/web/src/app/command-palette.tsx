import { useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components'
import { IconButton } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'
import { Icon } from '../kit/controls/icon.tsx'
import overlay from '../kit/feedback/overlay.module.css'
import { text } from '../texts/text.ts'
import { offeredRanges } from '../time/range-text.ts'
import { useTime } from '../range/time-context.tsx'
import { type Command, commandsFor } from './commands.ts'
import styles from './palette.module.css'
import { HelpDialog } from './help-dialog.tsx'
import { usePages } from './use-pages.ts'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'

/** Keyboard access to pages, time ranges, alerts by IP address or text, and the theme. */
export function CommandButton() {
  const [isOpen, setOpen] = useState(false)
  const [isHelping, setHelping] = useState(false)
  useShortcuts([
    { keys: 'Ctrl+K', what: 'palette.title', run: () => setOpen(true) },
    { keys: '?', what: 'help.title', run: () => setHelping(true) },
  ])
  return (
    <>
      <IconButton icon="command" label={text('palette.title')} shortcut="Ctrl+K" onPress={() => setOpen(true)} />
      <Dialog title={text('palette.title')} isWide isOpen={isOpen} onClose={() => setOpen(false)}>
        <Palette
          onDone={() => setOpen(false)}
          onHelp={() => {
            setOpen(false)
            setHelping(true)
          }}
        />
      </Dialog>
      <HelpDialog isOpen={isHelping} onClose={() => setHelping(false)} />
    </>
  )
}

function Palette({ onDone, onHelp }: { onDone: () => void; onHelp: () => void }) {
  const { choose, refresh } = useTime()
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  const pages = usePages()
  const own: Command[] = [
    ...offeredRanges.map(({ name, from, to }) => ({
      id: `range ${from} ${to}`,
      name: text('palette.range', { range: name }),
      icon: 'clock' as const,
      run: () => choose({ from, to }),
    })),
    { id: 'refresh', name: text('time.refresh'), icon: 'refresh', run: refresh },
    { id: 'help', name: text('help.title'), icon: 'help', run: onHelp },
  ]
  const commands = [...commandsFor(typed, pages), ...own]
  return (
    <Autocomplete
      inputValue={typed}
      onInputChange={setTyped}
      filter={(name, input) => contains(name, input.trim())}
      disableAutoFocusFirst={false}
    >
      <div className={styles.palette}>
        <SearchField aria-label={text('palette.what')} autoFocus>
          <Input className={styles.input ?? ''} placeholder={text('palette.what')} />
        </SearchField>
        <ListBox
          className={styles.list ?? ''}
          aria-label={text('palette.title')}
          items={commands}
          renderEmptyState={() => text('palette.none')}
          onAction={(id) => {
            const command = commands.find((each) => each.id === id)
            if (command?.id !== 'help') onDone()
            command?.run()
          }}
        >
          {({ id, name, icon, matches }) => (
            <ListBoxItem id={id} textValue={matches ?? name} className={overlay.item ?? ''}>
              <Icon name={icon} />
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </div>
    </Autocomplete>
  )
}
