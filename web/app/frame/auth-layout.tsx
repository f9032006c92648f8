import { useAtomValue } from 'jotai';
import { Navigate, Outlet } from 'react-router-dom';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';
import { StudyScene } from './study-scene.tsx';

const Layout = () => (
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

/**
 * The layout of the authentication pages: a form, with a picture next to it on wide screens. An as-of view redirects to the
 * home page, because nobody can sign in there.
 */
export const AuthLayout = () => {
  const asOfNotice = useAtomValue(asOfNoticeAtom);
  return asOfNotice === null ? <Layout /> : <Navigate to={paths.home} replace />;
};
