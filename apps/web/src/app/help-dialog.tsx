import { Dialog } from '../kit/feedback/dialog.tsx'
import { text } from '../texts/text.ts'
import styles from './palette.module.css'
import { activeShortcuts } from '../kit/navigation/shortcuts.ts'

/** All active keyboard shortcuts. */
export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Arrow keys need no explanation.
  const shown = activeShortcuts().filter(({ keys }) => !keys.startsWith('Arrow'))
  return (
    <Dialog title={text('help.title')} isOpen={isOpen} onClose={onClose}>
      <dl className={styles.keys}>
        {shown.map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
