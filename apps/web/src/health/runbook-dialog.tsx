import { lazy, Suspense } from 'react'
import { Waiting } from '../kit/feedback/answered.tsx'
import { Dialog } from '../kit/feedback/dialog.tsx'

const RunbookView = lazy(async () => ({ default: (await import('./runbook-view.tsx')).RunbookView }))

interface RunbookDialogProps {
  title: string
  /** The name of the runbook; the dialog is closed without one. */
  runbook: string | null | undefined
  onClose(): void
}

/** A runbook in a dialog over the page that links to it. */
export function RunbookDialog({ title, runbook, onClose }: RunbookDialogProps) {
  return (
    <Dialog title={title} isWide isOpen={Boolean(runbook)} onClose={onClose}>
      {runbook && (
        <Suspense fallback={<Waiting />}>
          <RunbookView name={runbook} />
        </Suspense>
      )}
    </Dialog>
  )
}
