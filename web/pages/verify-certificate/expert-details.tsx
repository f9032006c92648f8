import type { ReactNode } from 'react';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';
import { toHex } from '#events/seals/proof/event-proof.ts';

const Value = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-mono text-xs leading-relaxed break-all">{children}</dd>
  </div>
);

const Path = ({ path }: { path: readonly string[] }) =>
  path.length === 0 ? (
    'empty (single entry)'
  ) : (
    <ol className="flex flex-col gap-1">
      {path.map((hash, index) => (
        <li key={hash}>
          {index + 1}. {hash}
        </li>
      ))}
    </ol>
  );

const timeOf = (microseconds: number) => new Date(microseconds / 1000).toISOString();

/** The raw values of the proof. */
export const ExpertDetails = ({ shown, check }: { shown: CheckedCertificate; check: CertificateCheck }) => {
  const { event, seal, history } = shown.proof;
  const { trace } = check;
  return (
    <dl className="flex flex-col gap-4">
      <Value name="Log">{shown.logId}</Value>
      <Value name="Entry">
        position {event.position}, stream {event.stream}, version {event.version}, {event.type} v
        {event.schemaVersion}, {timeOf(event.recordedAt)}
      </Value>
      <Value name="Stored data (personal fields encrypted under the student’s key)">{event.data}</Value>
      <Value name="Stored metadata">{event.metadata}</Value>
      <Value name="Salt of the commitment to the name">{shown.nameSalt ?? 'none'}</Value>
      {trace && <Value name="Leaf: SHA-256 of the encoded entry">{toHex(trace.leaf)}</Value>}
      <Value name="Path to the root of the seal">
        <Path path={seal.path} />
      </Value>
      {trace && <Value name={`Root of seal ${seal.number}`}>{toHex(trace.pageRoot)}</Value>}
      <Value name="Sealed">
        {timeOf(seal.sealedAt)}, entries {seal.firstPosition} to {seal.lastPosition}
      </Value>
      <Value name="Path to the root of the history">
        <Path path={history.path} />
      </Value>
      <Value name={`Root of the history of ${history.size} seals`}>{history.root}</Value>
    </dl>
  );
};
