import type { SyslogCertificate, SyslogCertificateChange } from '@watchpost/contract'

/** The fields of the certificate form. Certificates must be entered again for every change. */
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

/** The request body; empty fields are omitted. */
export function certificateOf({ cert, key, ca, serverName, verify }: CertificateFields): SyslogCertificateChange {
  return {
    ...(cert.trim() && { cert }),
    ...(key.trim() && { cert_key: key }),
    ...(ca.trim() && { ca }),
    ...(serverName.trim() && { server_name: serverName.trim() }),
    verify,
  }
}
