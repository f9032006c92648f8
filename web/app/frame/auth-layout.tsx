import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

/** A drawing of a desk with books and a lamp, in the colours of the theme. */
const StudyScene = () => (
  <svg viewBox="0 0 520 400" className="mx-auto w-full max-w-xl" role="presentation">
    <g className="stroke-brand" fill="none" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
      <g transform="translate(122 -8)">
        <path className="fill-surface" d="M60 232V84a66 66 0 0 1 132 0v148z" />
        <circle cx="158" cy="92" r="16" className="fill-gold stroke-none opacity-80" />
        <path d="M60 196c24-24 44-8 64-22s44-14 68 8" className="opacity-60" />
        <path d="M126 18v214M60 112h132M60 172h132" className="opacity-60" />
        <path d="M48 232h156" strokeWidth="5" />
      </g>
      <path className="fill-gold stroke-none opacity-15" d="M352 150l-84 150h196l-62-150z" />
      <path className="fill-brand" d="M338 150l34-44h16l28 44z" />
      <path d="M388 106l40 22v168" strokeWidth="4" />
      <path d="M404 298h48" strokeWidth="6" />
      <g className="fill-surface">
        <path d="M36 278h116v22H36z" />
        <path d="M46 256h100v22H46z" className="fill-brand" />
        <path d="M32 234h112v22H32z" className="fill-surface" />
        <path d="M48 278v22M128 234v22" />
      </g>
      <g className="fill-surface">
        <path d="M280 298c20-10 44-10 64 0 20-10 44-10 64 0v-46c-20-10-44-10-64 0-20-10-44-10-64 0z" />
        <path d="M344 252v46" />
        <path
          d="M292 264c12-4 26-4 38 0M292 278c12-4 26-4 38 0M358 264c12-4 26-4 38 0M358 278c8-3 16-3 24-1"
          className="opacity-60"
        />
      </g>
      <path d="M16 302h488" strokeWidth="5" />
      <path d="M56 304v80M464 304v80" strokeWidth="5" />
    </g>
  </svg>
);

const Columns = () => (
  <div className="grid min-h-dvh lg:grid-cols-2">
    <SkipLink />
    <div className="flex flex-col px-4 py-6 sm:px-8">
      <header>
        <Logo />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10 outline-none"
      >
        <Outlet />
      </main>
    </div>
    <aside
      aria-hidden="true"
      className="sticky top-0 hidden h-dvh flex-col justify-between overflow-hidden bg-brand-soft p-12 lg:flex"
    >
      <p className="max-w-md font-serif text-4xl font-semibold text-balance text-brand">
        Learn Smarter, Achieve More
      </p>
      <StudyScene />
    </aside>
  </div>
);

/** Every page of this layout needs the identity provider, so the provider is opened before the user submits a form. */
const Layout = () => {
  useEffect(() => getSessionController().openProvider(), []);
  return <Columns />;
};

/**
 * The layout of the authentication pages: a form, with a picture next to it on wide screens. Redirects to the home page in
 * an as-of view, in which nobody can sign in.
 */
export default function AuthLayout() {
  const asOfNotice = useAtomValue(asOfNoticeAtom);
  return asOfNotice === null ? <Layout /> : <Navigate to={paths.home} replace />;
}
