import { paths, patterns } from '../../client/paths.ts';
import { definePage, type PageRoute } from './page-route.tsx';

/** The pages that everybody can read, except the authentication pages. The server renders most of them (see `contract/rendered-pages.ts`). */
export const publicPages: PageRoute[] = [
  definePage(paths.home, () => import('../../pages/home/home-page.tsx')),
  definePage(paths.allCourses, () => import('../../pages/catalogue/catalogue-page.tsx')),
  definePage(patterns.courseDetails, () => import('../../pages/course-details/course-details-page.tsx')),
  definePage(paths.instructors, () => import('../../pages/instructors/instructors-page.tsx')),
  definePage(patterns.verify, () => import('../../pages/verify-certificate/verify-page.tsx')),
  definePage(paths.accountDeleted, () => import('../../pages/account-deleted/account-deleted-page.tsx')),
  definePage(paths.about, () => import('../../pages/site/about-page.tsx')),
  definePage(paths.faq, () => import('../../pages/site/faq-page.tsx')),
  definePage(paths.privacyPolicy, () => import('../../pages/site/privacy-page.tsx')),
  definePage(paths.termsOfService, () => import('../../pages/site/terms-page.tsx')),
];
