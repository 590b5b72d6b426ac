import { Component, type ReactNode } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { text } from '../texts/text.ts'

interface ErrorBoundaryState {
  error: unknown
}

/** Keeps the rest of the page when one part fails to render. React supports this only in a class component. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return (
      <div style={{ padding: 16 }}>
        <Notice
          kind="failure"
          title={text('failure.drawing')}
          action={<Button onPress={() => window.location.reload()}>{text('failure.reload')}</Button>}
        >
          {this.state.error instanceof Error ? this.state.error.message : ''}
        </Notice>
      </div>
    )
  }
}
