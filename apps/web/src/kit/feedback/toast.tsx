import { createStore, useStore } from '../state/store.ts'
import { failureOf } from './failure.ts'
import { Notice } from './notice.tsx'
import styles from './toast.module.css'

interface Toast {
  id: number
  title: string
  detail?: string
  isFailure?: boolean
  undo?: Undo | undefined
}

/** Takes back what a message reports. */
interface Undo {
  name: string
  run: () => void
}

const shownMs = 5_000
const toasts = createStore<readonly Toast[]>(() => [])
let lastId = 0

function hide(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id))
}

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get().slice(-2), { ...toast, id }])
  setTimeout(() => hide(id), toast.isFailure || toast.undo ? 2 * shownMs : shownMs)
}

/** Shows a success message for a short time, twice as long if it can be undone. */
export function say(title: string, undo?: Undo): void {
  show({ title, undo })
}

/** Undoes what the newest message reports, if it can be undone. */
export function undoLast(): void {
  const last = toasts.get().findLast(({ undo }) => undo)
  if (last) undoNow(last)
}

function undoNow({ id, undo }: Toast): void {
  hide(id)
  undo?.run()
}

/** Shows that an action failed, and why. */
export function sayFailure(error: unknown): void {
  show({ ...failureOf(error), isFailure: true })
}

export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div className={styles.toasts} aria-live="polite">
      {shown.map((toast) =>
        toast.isFailure ? (
          <Notice key={toast.id} kind="failure" title={toast.title}>
            {toast.detail}
          </Notice>
        ) : (
          <div key={toast.id} className={styles.toast}>
            {toast.title}
            {toast.undo && (
              <button type="button" onClick={() => undoNow(toast)}>
                {toast.undo.name}
              </button>
            )}
          </div>
        ),
      )}
    </div>
  )
}
