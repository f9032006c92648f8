import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Article } from './article.tsx';

export default function PrivacyPage() {
  return (
    <Article title="Privacy Policy" subtitle="What we store about you, how, and how to delete it.">
      <h2>What we store</h2>
      <ul>
        <li>Your name, your e-mail address, the address of your picture, and your role.</li>
        <li>
          Your activity on this site, such as enrollments, notes, quizzes and reviews, and when each happened.
        </li>
      </ul>
      <p>Your password is not stored here. Only the identity provider that signs you in has it.</p>
      <h2>How we store it</h2>
      <p>
        We keep a permanent record of what happens on this site. In it, your personal data is encrypted with a
        key of your own, which is stored separately. The tables that pages are made from hold your data in
        readable form until your account is deleted. A page only shows what it needs, and only to users who
        may see it.
      </p>
      <p>
        The teacher of a course and Admins see how far its students have come: modules, quiz results, last
        activity and certificate. Instructors see your name, but not your whole e-mail address.
      </p>
      <p>
        Each certificate that you collect has a public page. Anybody who knows its number, which is printed on
        it, can see your name, the course, its instructor and the date. Numbers cannot be guessed.
      </p>
      <h2>Download your data</h2>
      <p>
        On <Link to={paths.myProfile}>your profile</Link> you can, at any time, download all data that this
        school holds about you, as a readable page and as JSON.
      </p>
      <h2>Delete your data</h2>
      <p>
        You can delete your account on your profile; Admins can remove it, too. Your key is then destroyed, so
        nobody can read your personal data in the permanent record. Backups, and exports that include keys,
        still contain your key if they were made before, until they expire or are deleted. Your account with
        the identity provider is deleted as well. Only an anonymous record remains: what was done, and when.
        The pages of your certificates then say only that the certificates were withdrawn.
      </p>
      <h2>In your browser</h2>
      <p>
        Your browser stores your sign-in and settings such as your theme. So that you can continue offline, it
        also stores what you loaded as a visitor, and what you loaded as a student until you log out, both for
        at most 14 days. It also stores texts that you have not saved and actions that have not been sent yet.
        If there are any when you log out, you are asked what to do with them.
      </p>
      <p>
        There are no advertisements and no visitor tracking. Nothing is loaded from third parties, except
        linked pictures and videos and the identity provider. A picture that a user links from another site is
        loaded by that user’s browser only, unless the school trusts the site.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href="mailto:support@lyceum.example">support@lyceum.example</a>. The school that runs this
        site is responsible for your data, and may add to this page.
      </p>
    </Article>
  );
}
