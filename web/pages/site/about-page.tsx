import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Article } from './article.tsx';

export default function AboutPage() {
  return (
    <Article
      title="About Us"
      subtitle="A place to study, with the calm of a library and the life of a class."
    >
      <p>
        The Lyceum was a garden in Athens where people walked, talked and learned. This one is a web site, but
        the idea is the same: a course is a path that you walk with others, one part after the other, at your
        own pace.
      </p>
      <p>
        Every course here is described by what it asks of you: how many years, how difficult on a scale of
        ten, at what price, and who teaches it. You can look at all of that without an account.
      </p>
      <h2>What makes it different</h2>
      <p>
        Nothing here is overwritten. Whatever happens, a course added, a text edited, a course taken away, is
        written down as a fact that stays, and every page is made from these facts. That is why a page that
        you have open changes the moment somebody changes what it shows.
      </p>
      <h2>Where to begin</h2>
      <p>
        Look through <Link to={paths.allCourses}>all courses</Link>, or meet{' '}
        <Link to={paths.instructors}>the instructors</Link>.
      </p>
    </Article>
  );
}
