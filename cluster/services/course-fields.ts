/** Returns the body of a command that adds or edits a course. */
export const courseFields = ({ name, details }: { name: string; details: string }) => ({
  course_code: 'MTH',
  course_name: name,
  duration: '1 year',
  difficulty: '5',
  category: 'General',
  instructor: 'Nobody',
  price: 1,
  imageUrl: '/mark.svg',
  details,
});
