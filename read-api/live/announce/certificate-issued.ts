import { streamId } from '#events/catalogue/stream-id.ts';
import { presentCertificate } from '../../resources/certificates/present.ts';
import type { Delivery } from '../announcement.ts';
import { userRoom } from '../rooms.ts';
import { announces } from './announces.ts';

/** To the student alone: GET /certificates/{email} gives the same. It stays when the course is left. */
export const certificateIssued = announces('CertificateIssued', {
  needs: ({ stream }) => ({ certificates: [streamId(stream)] }),
  announce: ({ stream, data }, rows) => {
    const row = rows.certificates.get(streamId(stream));
    const deliveries: Delivery[] = row
      ? [
          {
            to: [userRoom(data.userId)],
            message: { kind: 'certificate-issued', data: presentCertificate(row) },
          },
        ]
      : [];
    return { subject: `certificate:${streamId(stream)}`, withdraws: false, membership: null, deliveries };
  },
});
