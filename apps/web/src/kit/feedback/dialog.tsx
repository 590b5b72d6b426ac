import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './overlay.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}

/** A modal dialog. Escape and a click outside close it. */
export function Dialog({ title, isOpen, onClose, isWide = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.shade ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={`${styles.modal} ${isWide ? styles.wide : ''}`}>
        <AriaDialog className={styles.dialog ?? ''}>
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons at the bottom of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
