{{- /* Writes the settings of a server from the passwords, before it starts: (list $ "log"). */ -}}
{{- define "watchpost.serverSettings" -}}
{{- $root := index . 0 -}}
{{- $server := index . 1 -}}
- name: settings
  {{- include "watchpost.image" (list $root "watchpost") | nindent 2 }}
  command: [/bin/bash, -c]
  args:
    - |-
      set -e
      # The files of a Secret cannot be written next to, and those of this run are.
      cp -rL /secrets/. /settings/
      mkdir -p /settings/store /settings/log
      exec watchpost container-settings --folder /settings --servers {{ $server }} --log-host {{ include "watchpost.name" $root }}-log
  {{- include "watchpost.container" $root | nindent 2 }}
  resources: { requests: { cpu: 100m, memory: 128Mi }, limits: { memory: 256Mi } }
  volumeMounts:
    - { name: tmp, mountPath: /tmp }
    - { name: secrets, mountPath: /secrets, readOnly: true }
    - { name: settings, mountPath: /settings }
{{- end }}

{{- define "watchpost.serverVolumes" -}}
{{- $root := index . 0 -}}
{{- $server := index . 1 -}}
- name: tmp
  emptyDir: {}
- name: settings
  emptyDir: { medium: Memory, sizeLimit: 16Mi }
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ include "watchpost.secret" $root }}
          items:
            - { key: owner-{{ $server }}, path: owner/{{ $server }}-password }
            {{- if eq $server "log" }}
            - { key: broker, path: owner/broker-password }
            {{- end }}
            {{- range list "gateway" "indexer" "clusters" "exporter" "api" "console" }}
            - { key: {{ . }}-{{ $server }}, path: {{ . }}/{{ $server }}-password }
            {{- end }}
      {{- if eq $server "log" }}
      - secret:
          name: {{ include "watchpost.logCertificate" $root }}
          items:
            - { key: ca.crt, path: log-certificate/ca.crt }
            - { key: tls.crt, path: log-certificate/tls.crt }
            - { key: tls.key, path: log-certificate/tls.key }
      {{- end }}
{{- end }}
