#include <mpd/client.h>
