import { createStore, useStore } from '../state/store.ts'
import { failureOf } from './failure.ts'
import { Notice } from './notice.tsx'
import styles from './toast.module.css'

interface Toast {
  id: number
  title: string
  detail?: string
  isFailure?: boolean
}

const shownMs = 5_000
const toasts = createStore<readonly Toast[]>(() => [])
let lastId = 0

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get().slice(-2), { ...toast, id }])
  const hide = () => toasts.set(toasts.get().filter((each) => each.id !== id))
  setTimeout(hide, toast.isFailure ? 2 * shownMs : shownMs)
}

/** Shows a success message for a short time. */
export function say(title: string): void {
  show({ title })
}

/** Shows that an action failed, and why. */
export function sayFailure(error: unknown): void {
  show({ ...failureOf(error), isFailure: true })
}

export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div className={styles.toasts} aria-live="polite">
      {shown.map(({ id, title, detail, isFailure }) =>
        isFailure ? (
          <Notice key={id} kind="failure" title={title}>
            {detail}
          </Notice>
        ) : (
          <div key={id} className={styles.toast}>
            {title}
          </div>
        ),
      )}
    </div>
  )
}
