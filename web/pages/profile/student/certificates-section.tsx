import { useCertificates } from '../../../domains/certificates/certificate-queries.ts';
import { CertificateList } from '../../../domains/certificates/components/certificate-list.tsx';
import { ProfileSection } from '../profile-section.tsx';

/** The user's certificates. @param onlyIfAny renders nothing if there are none, for former students. */
export const CertificatesSection = ({ onlyIfAny = false }: { onlyIfAny?: boolean }) => {
  const { data } = useCertificates();
  if (onlyIfAny && !data?.length) return null;
  return (
    <ProfileSection title="Certificates" subtitle="Each QR code opens a public page.">
      <CertificateList />
    </ProfileSection>
  );
};
