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
        Every course states its duration, its difficulty on a scale of ten, its price and its instructor. You
        can see all of that without an account.
      </p>
      <h2>What makes it different</h2>
      <p>
        Nothing here is overwritten. Every change, such as a new course or an edited text, is recorded as an
        event, and every page is built from these events. That is why open pages update the moment something
        changes.
      </p>
      <h2>Where to start</h2>
      <p>
        Look through <Link to={paths.allCourses}>all courses</Link>, or meet{' '}
        <Link to={paths.instructors}>the instructors</Link>.
      </p>
    </Article>
  );
}
