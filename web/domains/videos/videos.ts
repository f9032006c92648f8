import type { CourseCode } from '#contract/courses.ts';
import { readVideoAddress } from '#contract/videos.ts';
import { lessonTitles } from './lesson-titles.ts';

/** One video of a course, as a player takes it. */
export type Video = {
  title: string;
  /** `file`: `src` is for a `<video>`; `youtube`: `src` is the address of a player for an `<iframe>`. */
  kind: 'file' | 'youtube';
  src: string;
  /** Address of a WebVTT file, where there is one. */
  captions: string | null;
  /** Address of a picture to show before it plays, where there is one. */
  poster: string | null;
};

type WithVideos = { course_code: CourseCode; videos?: readonly string[] | null | undefined };

const defaultVideos = (code: CourseCode): Video[] =>
  lessonTitles[code].map((title, index) => {
    const clip = `/clips/${code.toLowerCase()}/${index + 1}`;
    return { title, kind: 'file', src: `${clip}.webm`, captions: `${clip}.vtt`, poster: `${clip}.webp` };
  });

/**
 * An address as a player takes it. YouTube's player comes from its host without cookies, and listens to messages of
 * the page (`enablejsapi`). Null for an address that names no video.
 */
export const videoAt = (address: string, title: string): Video | null => {
  const read = readVideoAddress(address);
  if (read === null) return null;
  const plain = { title, captions: null, poster: null };
  if (read.kind === 'file') return { ...plain, kind: 'file', src: read.address };
  const options = 'enablejsapi=1&playsinline=1&rel=0&cc_load_policy=1';
  return { ...plain, kind: 'youtube', src: `https://www.youtube-nocookie.com/embed/${read.id}?${options}` };
};

/**
 * The five videos of a course: its own where it has them, else the clips that come with the product for its code. A
 * single own address that cannot be played gives way to the clip of its module: there are always five.
 */
export const videosOf = (course: WithVideos): Video[] =>
  defaultVideos(course.course_code).map((clip, index) => {
    const own = course.videos?.[index];
    return (own === undefined ? null : videoAt(own, `Module ${index + 1}`)) ?? clip;
  });
