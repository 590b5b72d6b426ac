import type { SyslogCertificate, SyslogCertificateChange } from '@watchpost/contract'

/** What is written in the form of the certificate part. Certificates are given again each time. */
export interface CertificateFields {
  cert: string
  key: string
  ca: string
  serverName: string
  verify: boolean
}

export function certificateFieldsOf(certificate: SyslogCertificate | null): CertificateFields {
  return {
    cert: '',
    key: '',
    ca: '',
    serverName: certificate?.server_name ?? '',
    verify: certificate?.verify ?? true,
  }
}

/** What is sent for it; what is empty is not set. */
export function certificateOf({ cert, key, ca, serverName, verify }: CertificateFields): SyslogCertificateChange {
  return {
    ...(cert.trim() && { cert }),
    ...(key.trim() && { cert_key: key }),
    ...(ca.trim() && { ca }),
    ...(serverName.trim() && { server_name: serverName.trim() }),
    verify,
  }
}
