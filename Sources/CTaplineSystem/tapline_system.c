#include "tapline_system.h"
